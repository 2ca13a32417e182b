ALTER TABLE "config_looks" ADD COLUMN "all_read" boolean;--> statement-breakpoint
ALTER TABLE "configs" ADD COLUMN "all_read" boolean;