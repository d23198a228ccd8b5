-- What the analysis has under way, one row for each job and batch: to take an item changes nothing of the item itself, of which every index would have to be told.
create table feedback_under_way (
  org_id text collate "C" not null,
  job_id uuid not null,
  feedback_ids uuid[] not null,
  -- Batches of an organization are taken one after the other: of two that hold the same words the later one sees the earlier one.
  taken_at timestamptz not null,
  primary key (org_id, job_id),
  foreign key (org_id, job_id) references job (org_id, id) on delete cascade
);

update feedback set status = 'queued' where status = 'analyzing';
alter table feedback drop column analysis_job_id;

-- The index over all insights of an item serves these few as well.
drop index insight_feedback_auto;
