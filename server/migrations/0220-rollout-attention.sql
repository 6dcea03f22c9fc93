alter table firmware_rollouts add column paused_at timestamptz;
update firmware_rollouts set paused_at = created_at where status = 'paused';

create view firmware_rollout_view as
  select r.id, r.status, r.paused_by, r.paused_at, f.vendor_name, f.model, f.version
  from firmware_rollouts r join firmware_files f on f.id = r.file_id;
