CREATE INDEX "tenant_services_sns" ON "tenant_services" USING btree ("sns_environment_id");--> statement-breakpoint
CREATE INDEX "monitor_outages_started" ON "monitor_outages" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "monitor_outages_ended" ON "monitor_outages" USING btree ("ended_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_tenant_at" ON "audit_events" USING btree ("tenant_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_action_at" ON "audit_events" USING btree ("action","at","id");