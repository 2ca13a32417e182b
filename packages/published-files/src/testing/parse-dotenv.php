<?php
// Parses a rendered .env file with phpdotenv, the services' reader, and prints the result as JSON.
if (getenv('PHPDOTENV')) {
    set_include_path(getenv('PHPDOTENV') . PATH_SEPARATOR . get_include_path());
}
if (!extension_loaded('mbstring')) {
    @include_once 'Symfony/Polyfill/Mbstring/autoload.php';
}
if (!stream_resolve_include_path('Dotenv/autoload.php')) {
    exit(9);
}
require_once 'Dotenv/autoload.php';
$read = isset($argv[1]) ? Dotenv\Dotenv::parse(file_get_contents($argv[1])) : [];
$wire = array_map(fn ($key, $value) => [(string) $key, base64_encode($value)], array_keys($read), $read);
fwrite(STDOUT, json_encode($wire, JSON_THROW_ON_ERROR));
