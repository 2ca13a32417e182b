CREATE TABLE "bulk_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"action" jsonb NOT NULL,
	"title" text NOT NULL,
	"stages" jsonb NOT NULL,
	"tenants" integer NOT NULL,
	"undo_of" integer,
	"retry_of" integer,
	"state" text NOT NULL,
	"reason" text,
	"stage" integer DEFAULT 0 NOT NULL,
	"resumes_at" timestamp with time zone,
	"started_by" text NOT NULL,
	"started_by_id" integer,
	"role" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"owner" text,
	"lease_until" timestamp with time zone,
	CONSTRAINT "bulk_changes_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"bulk_id" integer NOT NULL,
	"tenant_id" integer NOT NULL,
	"tenant_name" text NOT NULL,
	"production" boolean NOT NULL,
	"position" integer NOT NULL,
	"stage" integer NOT NULL,
	"state" text NOT NULL,
	"seen" text,
	"reason" text,
	"shown_before" text,
	"shown_after" text,
	"before" jsonb,
	"after" jsonb,
	"revision" integer,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bulk_rows_bulk_id_tenant_id_pk" PRIMARY KEY("bulk_id","tenant_id")
);
--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_bulk_id_bulk_changes_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_changes_state" ON "bulk_changes" USING btree ("state");--> statement-breakpoint
CREATE INDEX "bulk_changes_undo" ON "bulk_changes" USING btree ("undo_of");--> statement-breakpoint
CREATE INDEX "bulk_rows_next" ON "bulk_rows" USING btree ("bulk_id","state","position");