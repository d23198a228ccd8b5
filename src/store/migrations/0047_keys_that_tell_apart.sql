-- Every key of an organization begins alike, and comparing what is alike was a fifth of the work of writing an insight.
-- Keys by which one thing is asked for, never a range of an organization, begin with what tells rows apart; the organization stands behind it.
-- What has no contact, no batch and no external id is not in their indexes.
drop index feedback_external;
create unique index feedback_external on feedback (external_id, source, org_id) where deleted_at is null and external_id is not null;
drop index feedback_contact;
create index feedback_contact on feedback (contact_id, org_id, id) where contact_id is not null;
drop index feedback_batch;
create index feedback_batch on feedback (batch_id, org_id, id) where batch_id is not null;
drop index feedback_words;
create index feedback_words on feedback (words_hash, org_id) where deleted_at is null and words_hash is not null;

drop index insight_contact;
create index insight_contact on insight (contact_id, org_id, id) where contact_id is not null;
drop index insight_feedback;
create index insight_feedback on insight (feedback_id, org_id, id) where feedback_id is not null;

drop index quote_insight;
create index quote_insight on quote (insight_id, org_id, id);
drop index quote_representative;
create unique index quote_representative on quote (insight_id, org_id) where is_representative;

-- Insights and feedback are never removed but with their whole organization, and whoever writes a row that names one has looked it up or just made it.
-- To check it once more would write to the row that is named, for every row that names it.
alter table quote drop constraint quote_org_id_insight_id_fkey;
alter table insight drop constraint insight_org_id_feedback_id_fkey;
