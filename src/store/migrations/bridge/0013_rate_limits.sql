-- as in the baseline: create table rate_bucket

-- as in the baseline: create table attempt_window
