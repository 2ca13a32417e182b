CREATE TABLE "cron_slots" (
	"environment_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"running" smallint[] NOT NULL,
	"most" smallint NOT NULL,
	"tasks" json NOT NULL,
	CONSTRAINT "cron_slots_environment_id_at_pk" PRIMARY KEY("environment_id","at")
);
--> statement-breakpoint
ALTER TABLE "cron_slots" ADD CONSTRAINT "cron_slots_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cron_slots_at" ON "cron_slots" USING btree ("at");