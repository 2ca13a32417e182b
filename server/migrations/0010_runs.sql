CREATE TABLE "run_locks" (
	"name" text PRIMARY KEY NOT NULL,
	"run_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_output" (
	"run_id" integer NOT NULL,
	"start" bigint NOT NULL,
	"next" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "run_output_run_id_start_pk" PRIMARY KEY("run_id","start")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"facts" jsonb NOT NULL,
	"tenant_id" integer,
	"key" text,
	"outcome" text DEFAULT 'running' NOT NULL,
	"error" text,
	"started_by" text NOT NULL,
	"started_by_id" integer,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"aborted_by" text,
	"output_length" bigint DEFAULT 0 NOT NULL,
	"owner" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"process" jsonb,
	"when_unknown" jsonb,
	CONSTRAINT "runs_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "run_locks" ADD CONSTRAINT "run_locks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_output" ADD CONSTRAINT "run_output_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_locks_run" ON "run_locks" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("id") WHERE outcome = 'running';--> statement-breakpoint
CREATE INDEX "runs_kind" ON "runs" USING btree ("kind","tenant_id","id");