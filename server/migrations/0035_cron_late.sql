ALTER TABLE "cron_reports" ADD COLUMN "late_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cron_reports" ADD COLUMN "late_task" text;