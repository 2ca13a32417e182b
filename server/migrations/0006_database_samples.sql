CREATE TABLE "database_samples" (
	"host_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"loads" "bytea" NOT NULL,
	CONSTRAINT "database_samples_host_id_hour_pk" PRIMARY KEY("host_id","hour")
);
--> statement-breakpoint
ALTER TABLE "database_samples" ADD CONSTRAINT "database_samples_host_id_database_hosts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."database_hosts"("id") ON DELETE cascade ON UPDATE no action;