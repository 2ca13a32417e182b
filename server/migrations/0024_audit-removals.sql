CREATE TABLE "audit_removals" (
	"last_id" bigint PRIMARY KEY NOT NULL,
	"last_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"length" bigint NOT NULL,
	"public_key" text NOT NULL,
	"signature" text NOT NULL
);
