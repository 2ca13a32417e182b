CREATE TABLE "run_sequences" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"items" jsonb NOT NULL,
	"refusals" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "run_sequences_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "sequence" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "item" text;--> statement-breakpoint
CREATE INDEX "run_sequences_kind" ON "run_sequences" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "runs_sequence" ON "runs" USING btree ("sequence") WHERE sequence is not null;