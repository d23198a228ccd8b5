-- How far the analysis has come in an organization: nothing with a later id was ever taken. Whoever looks for what a person wrote before need not cross what they wrote since and still waits.
create table feedback_taken (
  org_id text collate "C" primary key,
  latest_id uuid not null
);
