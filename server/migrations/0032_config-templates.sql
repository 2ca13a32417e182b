CREATE TABLE "config_templates" (
	"kind" text PRIMARY KEY NOT NULL,
	"rows" jsonb NOT NULL
);
