CREATE TABLE "release_targets" (
	"service" text NOT NULL,
	"env" text NOT NULL,
	"version" text,
	"copy" text,
	"deployed_at" timestamp with time zone,
	"deployed_by" text,
	"previous_version" text,
	"previous_copy" text,
	"switching_run" integer,
	CONSTRAINT "release_targets_service_env_pk" PRIMARY KEY("service","env")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" serial PRIMARY KEY NOT NULL,
	"app" text NOT NULL,
	"service" text NOT NULL,
	"env" text NOT NULL,
	"version" text NOT NULL,
	"commit" text NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"run_id" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "releases_one" UNIQUE("app","service","env","version")
);
--> statement-breakpoint
ALTER TABLE "release_targets" ADD CONSTRAINT "release_targets_switching_run_runs_id_fk" FOREIGN KEY ("switching_run") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_targets_switching" ON "release_targets" USING btree ("switching_run") WHERE switching_run is not null;