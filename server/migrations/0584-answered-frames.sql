-- The answer to a station's call stands in the row of the call: half as many rows, and as many entries of their index.
alter table frames
  add column answer text,
  -- when it left
  add column answered_at timestamptz;
