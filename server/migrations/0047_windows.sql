CREATE TABLE "maintenance_windows" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"note" text NOT NULL,
	"scope" jsonb NOT NULL,
	"starts" text NOT NULL,
	"zone" text NOT NULL,
	"minutes" integer NOT NULL,
	"rule" text,
	"switches" boolean NOT NULL,
	"planned_until" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "window_switches" (
	"time_id" integer NOT NULL,
	"tenant_id" integer NOT NULL,
	"service" text NOT NULL,
	CONSTRAINT "window_switches_time_id_tenant_id_service_pk" PRIMARY KEY("time_id","tenant_id","service")
);
--> statement-breakpoint
CREATE TABLE "window_times" (
	"id" serial PRIMARY KEY NOT NULL,
	"window_id" integer NOT NULL,
	"scope" jsonb NOT NULL,
	"switches" boolean NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"begun_at" timestamp with time zone,
	"over_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alert_members" ADD COLUMN "environment_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_members" ADD COLUMN "service" text;--> statement-breakpoint
ALTER TABLE "monitor_rings" ADD COLUMN "apart_checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_rings" ADD COLUMN "apart_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_rings" ADD COLUMN "apart_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "window_switches" ADD CONSTRAINT "window_switches_time_id_window_times_id_fk" FOREIGN KEY ("time_id") REFERENCES "public"."window_times"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "window_switches" ADD CONSTRAINT "window_switches_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "window_times" ADD CONSTRAINT "window_times_window_id_maintenance_windows_id_fk" FOREIGN KEY ("window_id") REFERENCES "public"."maintenance_windows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "window_switches_tenant" ON "window_switches" USING btree ("tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "window_times_start" ON "window_times" USING btree ("window_id","starts_at");--> statement-breakpoint
CREATE INDEX "window_times_starts" ON "window_times" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "window_times_ends" ON "window_times" USING btree ("ends_at","id");