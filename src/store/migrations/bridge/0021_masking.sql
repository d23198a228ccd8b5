-- Rules that replace personal values in texts before they are stored: of the organization and, in addition, of sources.
alter table organization add column masking jsonb not null default '{}';

-- as in the baseline: create table masking_count
