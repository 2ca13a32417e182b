CREATE TABLE "monitor_latencies" (
	"monitor_id" integer NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"counts" smallint[] NOT NULL,
	CONSTRAINT "monitor_latencies_monitor_id_day_pk" PRIMARY KEY("monitor_id","day")
);
--> statement-breakpoint
ALTER TABLE "monitor_raw" ADD COLUMN "counted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_latencies" ADD CONSTRAINT "monitor_latencies_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitor_latencies_day" ON "monitor_latencies" USING btree ("day");