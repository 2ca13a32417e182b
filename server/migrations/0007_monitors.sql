CREATE TABLE "monitor_leases" (
	"shard" integer PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitor_minutes" (
	"monitor_id" integer NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "monitor_minutes_monitor_id_hour_pk" PRIMARY KEY("monitor_id","hour")
);
--> statement-breakpoint
CREATE TABLE "monitor_outages" (
	"id" serial PRIMARY KEY NOT NULL,
	"monitor_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"error" text NOT NULL,
	"failures" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitor_raw" (
	"monitor_id" integer NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"data" "bytea" NOT NULL,
	"rolled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "monitor_raw_monitor_id_hour_pk" PRIMARY KEY("monitor_id","hour")
);
--> statement-breakpoint
CREATE TABLE "monitor_rings" (
	"monitor_id" integer NOT NULL,
	"span" text NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"checks" integer NOT NULL,
	"failures" integer NOT NULL,
	"ms_sum" bigint NOT NULL,
	CONSTRAINT "monitor_rings_monitor_id_span_start_pk" PRIMARY KEY("monitor_id","span","start")
);
--> statement-breakpoint
CREATE TABLE "monitor_summaries" (
	"monitor_id" integer PRIMARY KEY NOT NULL,
	"days" jsonb NOT NULL,
	"hours" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitor_workers" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"last_check" timestamp with time zone,
	"faulty_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "monitors" (
	"id" serial PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"service" text NOT NULL,
	"host" text NOT NULL,
	"kind" text DEFAULT 'https' NOT NULL,
	"port" integer,
	"expected_status" integer DEFAULT 200 NOT NULL,
	"timeout_ms" integer DEFAULT 10000 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"warning_count" integer DEFAULT 0 NOT NULL,
	"slow_bits" smallint DEFAULT 0 NOT NULL,
	"against" smallint DEFAULT 0 NOT NULL,
	"against_since" timestamp with time zone,
	"last_online" timestamp with time zone,
	"last_offline" timestamp with time zone,
	"last_check" timestamp with time zone,
	"response_ms" integer,
	"last_response" text,
	"last_error" text,
	"certificate_ends" timestamp with time zone,
	"open_checks" integer DEFAULT 0 NOT NULL,
	"open_failures" integer DEFAULT 0 NOT NULL,
	"open_ms" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "monitor_minutes" ADD CONSTRAINT "monitor_minutes_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_outages" ADD CONSTRAINT "monitor_outages_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_raw" ADD CONSTRAINT "monitor_raw_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_rings" ADD CONSTRAINT "monitor_rings_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_summaries" ADD CONSTRAINT "monitor_summaries_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitor_outages_monitor" ON "monitor_outages" USING btree ("monitor_id","started_at");--> statement-breakpoint
CREATE INDEX "monitor_raw_open" ON "monitor_raw" USING btree ("hour") WHERE not rolled;--> statement-breakpoint
CREATE UNIQUE INDEX "monitors_tenant_host" ON "monitors" USING btree ("tenant_id","host");