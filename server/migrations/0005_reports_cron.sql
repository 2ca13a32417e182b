CREATE TABLE "cron_reports" (
	"tenant_id" integer NOT NULL,
	"environment_id" integer NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"cron_tasks" text,
	"tasks" json NOT NULL,
	CONSTRAINT "cron_reports_tenant_id_environment_id_pk" PRIMARY KEY("tenant_id","environment_id")
);
--> statement-breakpoint
CREATE TABLE "report_receipts" (
	"environment_id" integer NOT NULL,
	"report_id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_receipts_environment_id_report_id_pk" PRIMARY KEY("environment_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "report_tokens" (
	"environment_id" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "report_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "cron_reports" ADD CONSTRAINT "cron_reports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cron_reports" ADD CONSTRAINT "cron_reports_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_receipts" ADD CONSTRAINT "report_receipts_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_tokens" ADD CONSTRAINT "report_tokens_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_receipts_received" ON "report_receipts" USING btree ("received_at");