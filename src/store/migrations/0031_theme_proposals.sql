-- What a new look at everything would do differently, in full: a split names the subthemes that would go, and whoever decided is kept.

alter table theme_proposal
  drop constraint theme_proposal_kind_check,
  drop constraint theme_proposal_status_check;
update theme_proposal set status = 'rejected' where status = 'dismissed';
alter table theme_proposal
  add check (kind in ('merge', 'split', 'rename')),
  add check (status in ('open', 'accepted', 'rejected')),
  add column subtheme_ids uuid[] not null default '{}',
  add column insight_count integer not null default 0,
  add column decided_by text collate "C" references app_user (id) on delete set null,
  add column decided_at timestamptz(3);
create index theme_proposal_open on theme_proposal (org_id, id desc) where status = 'open';
