ALTER TABLE "monitors" ADD COLUMN "path" text DEFAULT '/' NOT NULL;--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "expected_text" text;--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "failures_to_down" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "successes_to_up" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "slow_ms" integer DEFAULT 1500 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitors" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
INSERT INTO "monitor_rings" ("monitor_id", "span", "start", "checks", "failures", "ms_sum")
  SELECT "monitor_id", 'month', date_trunc('month', "start", 'UTC'), sum("checks"), sum("failures"), sum("ms_sum")
  FROM "monitor_rings" WHERE "span" = 'day' GROUP BY 1, 3;
