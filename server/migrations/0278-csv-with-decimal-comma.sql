-- A CSV file for spreadsheets that are set to decimal commas, beside the plain one for programs.
alter table exports drop constraint exports_format_check,
  add constraint exports_format_check check (format in ('xlsx', 'csv', 'csv_comma'));
alter table report_schedules drop constraint report_schedules_format_check,
  add constraint report_schedules_format_check check (format in ('xlsx', 'csv', 'csv_comma'));
