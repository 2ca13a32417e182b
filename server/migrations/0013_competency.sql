CREATE TABLE "competency_choices" (
	"mapping_id" integer NOT NULL,
	"kind" text NOT NULL,
	"source" integer NOT NULL,
	"target" integer NOT NULL,
	CONSTRAINT "competency_choices_mapping_id_kind_source_pk" PRIMARY KEY("mapping_id","kind","source")
);
--> statement-breakpoint
CREATE TABLE "competency_mappings" (
	"id" serial PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"from_id" integer NOT NULL,
	"to_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"frozen" jsonb,
	CONSTRAINT "competency_mappings_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "competency_structures" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"structure" jsonb NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "competency_choices" ADD CONSTRAINT "competency_choices_mapping_id_competency_mappings_id_fk" FOREIGN KEY ("mapping_id") REFERENCES "public"."competency_mappings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "competency_mappings" ADD CONSTRAINT "competency_mappings_from_id_tenants_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "competency_mappings" ADD CONSTRAINT "competency_mappings_to_id_tenants_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "competency_structures" ADD CONSTRAINT "competency_structures_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "competency_mappings_from" ON "competency_mappings" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "competency_mappings_to" ON "competency_mappings" USING btree ("to_id");