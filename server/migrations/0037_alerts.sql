CREATE TABLE "alert_channels" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean NOT NULL,
	"target" text NOT NULL,
	"email" jsonb,
	"url" text,
	"secret" text,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"alert_id" integer,
	"channel_id" integer NOT NULL,
	"event" text NOT NULL,
	"message" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "alert_evaluator" (
	"id" integer PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_members" (
	"alert_id" integer NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"detail" text NOT NULL,
	"tenant_id" integer,
	"link" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "alert_members_alert_id_subject_pk" PRIMARY KEY("alert_id","subject")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"threshold" integer,
	"minutes" integer,
	"severity" text NOT NULL,
	"scope" jsonb NOT NULL,
	"quiet" jsonb,
	"channels" integer[] NOT NULL,
	"enabled" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" serial PRIMARY KEY NOT NULL,
	"rule_id" integer NOT NULL,
	"cause" text NOT NULL,
	"title" text NOT NULL,
	"severity" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"returns" integer DEFAULT 0 NOT NULL,
	"flapping" boolean DEFAULT false NOT NULL,
	"quiet_since" timestamp with time zone,
	"acknowledged_by" text,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_until" timestamp with time zone,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_channel_id_alert_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_members" ADD CONSTRAINT "alert_members_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_deliveries_waiting" ON "alert_deliveries" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "alert_deliveries_order" ON "alert_deliveries" USING btree ("alert_id","channel_id","number");--> statement-breakpoint
CREATE INDEX "alert_deliveries_channel" ON "alert_deliveries" USING btree ("channel_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("rule_id","cause") WHERE state <> 'resolved';--> statement-breakpoint
CREATE INDEX "alerts_state" ON "alerts" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "alerts_resolved" ON "alerts" USING btree ("resolved_at");--> statement-breakpoint
CREATE INDEX "monitors_troubled" ON "monitors" USING btree ("id") WHERE status = 0 or against > 0 or slow_bits > 0;--> statement-breakpoint
CREATE INDEX "monitors_certificate" ON "monitors" USING btree ("certificate_ends");