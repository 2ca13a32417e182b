CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"mark" jsonb NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"missing_since" timestamp with time zone,
	"gone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "runs" ALTER COLUMN "seen_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "owner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "unseen_at" timestamp with time zone;