-- Analyzing the existing feedback of an organization again.

-- One at a time in an organization.
create unique index job_analysis_rerun_open on job (org_id) where type = 'analysis_rerun'
  and status in ('queued', 'running');

-- Themes chosen by a user: the analysis neither replaces the insight nor assigns other themes to it.
alter table insight add themes_overridden boolean not null default false;

-- Until now nothing recorded who linked a theme. An automatic insight has the themes of its subthemes and those whose
-- definition it matches: where the links differ, a user has changed them.
update insight i set themes_overridden = true
where i.origin = 'auto' and i.deleted_at is null and i.superseded_by_id is null and not i.edited_by_human and (
  exists (
    select 1 from unnest(i.theme_ids) as l (theme_id)
    join theme t on t.org_id = i.org_id and t.id = l.theme_id and t.definition is null
    where not exists (
      select 1 from subtheme_insight s join subtheme u on u.org_id = s.org_id and u.id = s.subtheme_id
      where s.org_id = i.org_id and s.insight_id = i.id and u.theme_id = l.theme_id))
  or exists (
    select 1 from subtheme_insight s join subtheme u on u.org_id = s.org_id and u.id = s.subtheme_id
    join theme t on t.org_id = u.org_id and t.id = u.theme_id and t.archived_at is null and t.merged_into_id is null
    where s.org_id = i.org_id and s.insight_id = i.id and u.theme_id <> all(i.theme_ids)));

-- Insights that another version of the analysis may change; read by version, which has few values.
create index insight_analysis_version on insight (org_id, analysis_version, feedback_id)
  where live and origin = 'auto' and not edited_by_human and not themes_overridden;
