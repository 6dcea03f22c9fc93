-- Old lines are found by their time. They come in its order or nearly so: a summary of the pages is enough, and costs writers nothing.
create index audit_log_at on audit_log using brin (at);
create index order_logs_at on order_logs using brin (at);
