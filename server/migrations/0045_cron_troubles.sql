CREATE TABLE "cron_bands" (
	"tenant_id" integer NOT NULL,
	"environment_id" integer NOT NULL,
	"tasks" json NOT NULL,
	"reckoned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cron_bands_tenant_id_environment_id_pk" PRIMARY KEY("tenant_id","environment_id")
);
--> statement-breakpoint
CREATE TABLE "cron_days" (
	"tenant_id" integer NOT NULL,
	"environment_id" integer NOT NULL,
	"day" date NOT NULL,
	"tasks" json NOT NULL,
	CONSTRAINT "cron_days_tenant_id_environment_id_day_pk" PRIMARY KEY("tenant_id","environment_id","day")
);
--> statement-breakpoint
CREATE TABLE "cron_troubles" (
	"tenant_id" integer NOT NULL,
	"environment_id" integer NOT NULL,
	"task_group" text NOT NULL,
	"task" text NOT NULL,
	"what" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"message" text NOT NULL,
	"seconds" double precision,
	"low" double precision,
	"high" double precision,
	"percent" integer,
	"running" boolean NOT NULL,
	CONSTRAINT "cron_troubles_tenant_id_environment_id_task_group_task_what_pk" PRIMARY KEY("tenant_id","environment_id","task_group","task","what")
);
--> statement-breakpoint
ALTER TABLE "cron_bands" ADD CONSTRAINT "cron_bands_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cron_bands" ADD CONSTRAINT "cron_bands_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cron_days" ADD CONSTRAINT "cron_days_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cron_days" ADD CONSTRAINT "cron_days_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cron_troubles" ADD CONSTRAINT "cron_troubles_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cron_troubles" ADD CONSTRAINT "cron_troubles_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cron_days_day" ON "cron_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "cron_troubles_what" ON "cron_troubles" USING btree ("what","since");--> statement-breakpoint
INSERT INTO "cron_troubles" ("tenant_id", "environment_id", "task_group", "task", "what", "since", "message", "running")
SELECT r."tenant_id", r."environment_id", f."group", f."task", CASE f."status" WHEN 'task_dead' THEN 'dead' ELSE 'failed' END, r."created", coalesce(f."message", ''), false
FROM "cron_reports" r
CROSS JOIN LATERAL json_to_recordset(r."failed") AS f("group" text, "task" text, "status" text, "message" text)
WHERE r."failed"::text <> '[]' AND f."group" IS NOT NULL AND f."task" IS NOT NULL
ON CONFLICT DO NOTHING;
