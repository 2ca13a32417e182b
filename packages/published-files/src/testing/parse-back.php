<?php
// Loads a rendered config like a tenant's server and prints its definitions and number of statements as JSON.
$report = (function () use ($argv) {
    $statements = 0;
    $kinds = [];
    foreach (token_get_all(file_get_contents($argv[1]), TOKEN_PARSE) as $token) {
        $statements += $token === ';' ? 1 : 0;
        $kinds[is_array($token) ? token_name($token[0]) : $token] = true;
    }
    $wire = fn ($value) => is_string($value) ? ['text', base64_encode($value)] : ['data', $value];
    $variables = (function () {
        include func_get_arg(0);
        return get_defined_vars();
    })($argv[1]);
    return [
        'statements' => $statements,
        'tokens' => array_keys($kinds),
        'constants' => (object) array_map($wire, get_defined_constants(true)['user'] ?? []),
        'variables' => (object) array_map($wire, $variables),
    ];
})();
fwrite(STDOUT, json_encode($report, JSON_THROW_ON_ERROR));
