CREATE TABLE "cron_incidents" (
	"id" serial PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"environment_id" integer NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"task_group" text DEFAULT '' NOT NULL,
	"task" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
DROP INDEX "alerts_resolved";--> statement-breakpoint
ALTER TABLE "cron_incidents" ADD CONSTRAINT "cron_incidents_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cron_incidents" ADD CONSTRAINT "cron_incidents_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cron_incidents_at" ON "cron_incidents" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "cron_incidents_environment" ON "cron_incidents" USING btree ("environment_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cron_incidents_tenant" ON "cron_incidents" USING btree ("tenant_id","at","environment_id","what","task_group","task");--> statement-breakpoint
CREATE INDEX "alert_members_tenant" ON "alert_members" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "alerts_opened" ON "alerts" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "runs_started" ON "runs" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "runs_ended" ON "runs" USING btree ("ended_at","id");--> statement-breakpoint
CREATE INDEX "alerts_resolved" ON "alerts" USING btree ("resolved_at","id");