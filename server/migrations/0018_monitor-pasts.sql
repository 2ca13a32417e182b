CREATE TABLE "monitor_pasts" (
	"monitor_id" integer PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"told" json NOT NULL,
	"days" jsonb NOT NULL,
	"hours" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "monitor_pasts" ADD CONSTRAINT "monitor_pasts_monitor_id_monitors_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."monitors"("id") ON DELETE cascade ON UPDATE no action;