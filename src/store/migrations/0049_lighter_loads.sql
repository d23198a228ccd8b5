-- Nothing is looked for by these, so how their values are spread need not be counted: each was sorted to count a table that grows,
-- and a load of feedback has its tables counted every ten seconds.
alter table insight alter name set statistics 0, alter quote set statistics 0, alter description set statistics 0, alter document set statistics 0, alter source_url set statistics 0;
alter table feedback alter title set statistics 0, alter content set statistics 0, alter url set statistics 0, alter metadata set statistics 0;
alter table quote alter text set statistics 0;
alter table insight_vector alter vector set statistics 0;

-- The contact of an insight is that of its item, whose own reference is checked, or was looked up a moment before; no contact is ever removed but with its organization.
alter table insight drop constraint insight_org_id_contact_id_fkey;

-- There are three sentiments, so a page of one of them is found within a few hundred rows of the list itself; the index cost a seventh of writing an insight.
drop index insight_sentiment;

-- Nearly everything comes to be analyzed in the end, and a page of that is found along the key; the index is for what waits, was left out or failed.
drop index feedback_status;
create index feedback_status on feedback (org_id, status, id) where deleted_at is null and status <> 'analyzed';
