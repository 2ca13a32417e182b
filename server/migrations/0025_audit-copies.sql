CREATE TABLE "audit_copies" (
	"store" text PRIMARY KEY NOT NULL,
	"delivered_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"failure" text
);
