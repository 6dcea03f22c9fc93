-- A subscriber's page tells what was done to the plan.
create or replace view audit_log_view as
  select id, at, manager_id, subject_type, subject_id, before, after, action from audit_log;
