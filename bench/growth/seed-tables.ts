/* The SQL that fills one organization; every table is derived from row numbers, so that rows can refer to each other. */

const themes = 40
const segments = 8
const words = (texts: string) => `array['${texts.split(', ').join("','")}']`
const subjects = words(
  'The CSV export, Searching for old tickets, The mobile app, Inviting a colleague, Single sign-on',
)
const troubles = words('takes far too long, stops without a message, is easy to understand, forgets the filters')
const sources = words('zendesk, app-store, g2, sales-call, intercom, typeform')

/** Functions of the session: identifiers, times and numbers of a row by its number. */
export const helperFunctions = (org: string, user: string, insights: number): string => `
  create function pg_temp.org() returns text language sql immutable as $$ select '${org}' $$;
  create function pg_temp.member() returns text language sql immutable as $$ select '${user}' $$;
  create function pg_temp.amount(share float) returns int language sql immutable
    as $$ select greatest(20, (${insights} * share)::int) $$;
  create function pg_temp.at(n int, share float) returns timestamptz language sql stable
    as $$ select date_trunc('day', now()) - interval '365 days'
      + interval '365 days' * (n::float / greatest(20, (${insights} * share)::int)) $$;
  create function pg_temp.v7(at timestamptz, salt text) returns uuid language sql immutable
    as $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(salt), 1, 3)
      || '8' || substr(md5(salt), 4, 15))::uuid $$;
  create function pg_temp.fixed(salt text) returns uuid language sql immutable
    as $$ select (lpad(to_hex(1700000000000), 12, '0') || '7' || substr(md5(salt), 1, 3)
      || '8' || substr(md5(salt), 4, 15))::uuid $$;
  create function pg_temp.hash(n int) returns int language sql immutable
    as $$ select (hashint4(n)::bigint & 2147483647)::int $$;
  create function pg_temp.contact(n int) returns uuid language sql stable
    as $$ select pg_temp.v7(pg_temp.at(1 + n % pg_temp.amount(0.2), 0.2), 'c' || 1 + n % pg_temp.amount(0.2)) $$;
  create function pg_temp.feedback(n int) returns uuid language sql stable
    as $$ select pg_temp.v7(pg_temp.at(n, 0.7), 'f' || n) $$;`

const rows = (share: number) => `
  (select n, pg_temp.at(n, ${share}) as at, pg_temp.hash(n) as r
   from generate_series(1, pg_temp.amount(${share})) n) x`
const text = `(${subjects})[1 + r % 5] || ' ' || (${troubles})[1 + r / 5 % 4]`
const source = `(${sources})[1 + r / 20 % 6]`
const tags = `case when r % 4 = 0 then array['tag-' || r % 50] else '{}' end`
const theme = (number: string) => `pg_temp.fixed('t' || 1 + (${number}) % ${themes})`
const segment = (number: string) => `pg_temp.fixed('s' || 1 + (${number}) % ${segments})`

const people = [
  `insert into theme (org_id, id, name, color, created_at)
   select pg_temp.org(), pg_temp.fixed('t' || n), 'Theme number ' || n, '#2563eb', now() - interval '300 days'
   from generate_series(1, ${themes}) n`,
  `insert into segment (org_id, id, name, color)
   select pg_temp.org(), pg_temp.fixed('s' || n), 'Segment number ' || n, '#2563eb' from generate_series(1, ${segments}) n`,
  `insert into contact (org_id, id, name, email, company, tags, segment_ids, nps_score, nps_at, first_seen_at,
     created_at, updated_at)
   select pg_temp.org(), pg_temp.v7(at, 'c' || n), 'Person ' || n, 'person-' || n || '@example.com',
     jsonb_build_object('name', 'Company ' || n % 500), ${tags},
     case when r % 2 = 0 then array[${segment('r / 2')}] else '{}'::uuid[] end, r % 11, at, at, at, at
   from ${rows(0.2)}`,
  `insert into contact_identity (org_id, provider, external_id, contact_id)
   select pg_temp.org(), 'zendesk', 'z-' || n, pg_temp.v7(at, 'c' || n) from ${rows(0.2)} where n % 4 = 0`,
]

const received = [
  `insert into feedback (org_id, id, source, source_type, title, content, contact_id, occurred_at, created_at,
     external_id, rating_value, rating_min, rating_max, tags, content_hash)
   select pg_temp.org(), pg_temp.v7(at, 'f' || n), ${source},
     case when n % 10 = 0 then 'interview' when n % 7 = 0 then 'cs_ticket' when n % 7 = 1 then 'nps' else 'feedback' end,
     ${text}, ${text} || ' in case ' || n, pg_temp.contact(r), at, at, 'e-' || n,
     case when r % 5 = 0 then 1 + r % 5 end, case when r % 5 = 0 then 1 end, case when r % 5 = 0 then 5 end,
     ${tags}, decode(md5('f' || n), 'hex')
   from ${rows(0.7)}`,
  `insert into feedback_state (org_id, feedback_id, status, skip_reason, language, updated_at)
   select pg_temp.org(), pg_temp.v7(at, 'f' || n),
     case when r % 50 = 0 then 'skipped' when r % 50 = 1 then 'received' else 'analyzed' end,
     case when r % 50 = 0 then 'too_short' end, case when r % 10 = 0 then 'de' else 'en' end, at
   from ${rows(0.7)}`,
  `insert into nps_response (org_id, id, score, source, external_id, contact_id, feedback_id, tags, responded_at,
     created_at, updated_at)
   select pg_temp.org(), pg_temp.v7(at, 'n' || n), r % 11, ${source}, 'n-' || n, pg_temp.contact(r),
     case when n % 2 = 0 then pg_temp.feedback(n * 7 / 2) end, ${tags}, at, at, at
   from ${rows(0.2)}`,
  `insert into support_ticket (org_id, id, source, source_name, external_id, subject, body, status, priority, tags,
     contact_id, opened_at, feedback_id, created_at, updated_at)
   select pg_temp.org(), pg_temp.v7(at, 'k' || n), (array['zendesk', 'intercom'])[1 + r % 2], 'support', 'k-' || n,
     ${text}, ${text}, (array['open', 'pending', 'solved', 'closed', 'closed'])[1 + r % 5],
     (array['low', 'normal', 'high'])[1 + r % 3], ${tags}, pg_temp.contact(r), at, pg_temp.feedback(n * 7), at, at
   from ${rows(0.1)}`,
  `insert into support_message (org_id, ticket_id, id, key, author_type, body, sent_at, created_at, updated_at)
   select pg_temp.org(), pg_temp.v7(at, 'k' || n), pg_temp.v7(at, 'm' || n || part), 'm' || part,
     (array['customer', 'agent'])[part], ${text}, at, at, at
   from ${rows(0.1)}, generate_series(1, 2) part`,
  `insert into interview (org_id, id, interview_date, word_count, segment_count)
   select pg_temp.org(), pg_temp.v7(at, 'f' || n), at::date, 100, 1 from ${rows(0.7)} where n % 10 = 0`,
  `insert into interview_segment (org_id, interview_id, position, speaker, text)
   select org_id, id, 0, 'Customer', 'words' from interview`,
  `insert into survey (org_id, id, title, status) values (pg_temp.org(), pg_temp.fixed('v'), 'Survey', 'active')`,
  `insert into survey_question (org_id, id, survey_id, key, type, text, scale, position)
   values (pg_temp.org(), pg_temp.fixed('q'), pg_temp.fixed('v'), 'score', 'nps', 'Would you?', '{"min": 0, "max": 10}', 0)`,
  `insert into survey_response (org_id, id, survey_id, contact_id, completed, submitted_at, created_at, updated_at)
   select pg_temp.org(), pg_temp.v7(at, 'w' || n), pg_temp.fixed('v'), pg_temp.contact(r), r % 3 > 0, at, at, at
   from ${rows(0.05)}`,
  `insert into survey_answer (org_id, response_id, question_id, value, number)
   select pg_temp.org(), pg_temp.v7(at, 'w' || n), pg_temp.fixed('q'), to_jsonb(r % 11), r % 11 from ${rows(0.05)}`,
]

const found = [
  `insert into insight (org_id, id, name, sentiment, category, quote, feedback_id, contact_id, source, source_type,
     language, origin, status, segment_ids, tags, theme_ids, confidence, occurred_at, created_at, updated_at)
   select pg_temp.org(), pg_temp.v7(at, 'i' || n), ${text}, (array['POSITIVE', 'NEGATIVE', 'NEUTRAL'])[1 + r % 3],
     (array['PAIN_POINTS', 'DELIGHTS', 'GENERAL_FEEDBACK', 'FEATURE_REQUESTS', 'USABILITY_ISSUES',
       'BUGS_AND_ERRORS'])[1 + r / 7 % 6],
     ${text} || ', seen in case ' || n, pg_temp.feedback(1 + (n * 0.69)::int),
     pg_temp.contact(pg_temp.hash(1 + (n * 0.69)::int)), ${source}, 'feedback',
     case when r % 10 = 0 then 'de' else 'en' end, case when r % 20 = 0 then 'manual' else 'auto' end,
     case when r % 100 = 7 then 'dismissed' else 'active' end,
     case when r % 2 = 0 then array[${segment('r / 2')}] else '{}'::uuid[] end, ${tags},
     case when r % 40 = 3 then '{}'::uuid[] when r % 3 > 0 then array[${theme('r / 9')}]
       else array[${theme('r / 9')}, ${theme('r / 9 + 1 + r / 5 % 38')}] end,
     (r % 100) / 100.0, at, at, at
   from ${rows(1)}`,
  `insert into insight_theme (org_id, theme_id, insight_id)
   select org_id, unnest(theme_ids), id from insight where live`,
  `insert into quote (org_id, id, insight_id, feedback_id, text, verified, is_representative, created_at)
   select org_id, overlay(id::text placing '9' from 20 for 1)::uuid, id, feedback_id, quote, true, true, created_at
   from insight`,
  `insert into subtheme (org_id, id, theme_id, name, insight_count)
   select pg_temp.org(), pg_temp.fixed('u' || n), ${theme('n')}, 'Subtheme number ' || n, 0
   from generate_series(0, greatest(${themes}, pg_temp.amount(0.005)) - 1) n`,
  `insert into subtheme_insight (org_id, subtheme_id, insight_id)
   select pg_temp.org(), pg_temp.fixed('u' || r % greatest(${themes}, pg_temp.amount(0.005))), pg_temp.v7(at, 'i' || n)
   from ${rows(1)} where r % 100 <> 7`,
  `update theme t set insight_count = c.n
   from (select theme_id, count(*) as n from insight_theme group by 1) c where t.id = c.theme_id`,
  `update subtheme s set insight_count = c.n, negative_count = c.n
   from (select subtheme_id, count(*) as n from subtheme_insight group by 1) c where s.id = c.subtheme_id`,
]

const planned = [
  `insert into project (org_id, id, title, slug, status, started_at, created_by)
   select pg_temp.org(), pg_temp.fixed('p' || n), 'Project ' || n, 'project-' || n, 'in_progress', now(),
     pg_temp.member() from generate_series(1, 60) n`,
  `insert into evidence_story (org_id, project_id, id, status, title, narrative, key_findings, quotes, counter_evidence,
     stats, engine, evidence_digest, generated_by)
   select pg_temp.org(), pg_temp.fixed('p' || n), pg_temp.fixed('y' || n), 'ready', 'Story ' || n, '[]', '[]', '[]', '[]',
     '{}', 'extractive', '\\x00', pg_temp.member() from generate_series(1, 60) n`,
  `insert into initiative (org_id, id, title, slug, status)
   select pg_temp.org(), pg_temp.fixed('a' || n), 'Initiative ' || n, 'initiative-' || n, 'building'
   from generate_series(1, 60) n`,
  `insert into opportunity (org_id, id, title, slug, category, rank, insight_count, created_at)
   select pg_temp.org(), pg_temp.fixed('o' || n), 'Opportunity ' || n, 'opportunity-' || n, 'PAIN_POINTS', n, 0,
     now() - interval '3 days'
   from generate_series(1, 60) n`,
  `insert into opportunity_snapshot (org_id, id) values (pg_temp.org(), pg_temp.fixed('z'))`,
  ...['project', 'initiative', 'opportunity'].map(
    (kind) => `
      insert into ${kind}_insight (org_id, ${kind}_id, insight_id)
      select pg_temp.org(), pg_temp.fixed('${kind === 'initiative' ? 'a' : kind[0]}' || 1 + r % 60), pg_temp.v7(at, 'i' || n)
      from ${rows(1)} where n % 50 = 0`,
  ),
  `update initiative o set negative_count = c.n
   from (select initiative_id, count(*) as n from initiative_insight group by 1) c where o.id = c.initiative_id`,
]

const recorded = [
  `insert into event (org_id, id, type, operation, actor_type, resource_id, object, created_at)
   select pg_temp.org(), pg_temp.v7(at, 'e' || n), 'insight.created', 'createInsight', 'api_key', 'x', '{}', at
   from ${rows(0.5)}`,
  `insert into job (org_id, id, type, status, resource_type, resource_id, created_at, updated_at, finished_at)
   select pg_temp.org(), pg_temp.v7(at, 'j' || n), 'feedback_analysis', 'ready', null, null, at, at, at
   from ${rows(0.05)}`,
]

/** In the order of their references. */
export const tables: readonly string[] = [...people, ...received, ...found, ...planned, ...recorded]
