-- Semantic search in PostgreSQL, where the vector extension is installed. Its tables are copies of insight_vector in a
-- schema of their own: a backup does not contain them and a scheduled job fills them again. A deleted vector takes its
-- copy along. Organizations are spread over partitions, because every statement on a table opens all its indexes, and
-- each organization with many vectors has an index of its own.

-- Creates what is missing; false where the extension is missing, too old, or may not be created.
create function create_vector_search() returns boolean language plpgsql as $create$
declare
  is_distributed boolean := false;
begin
  if to_regclass('semantic.embedding') is not null then return true; end if;
  if not exists (select 1 from pg_available_extensions where name = 'vector') then return false; end if;
  if to_regclass('pg_dist_partition') is not null then
    execute 'select exists (select 1 from pg_dist_partition where logicalrelid = ''insight_vector''::regclass)'
      into is_distributed;
  end if;
  if is_distributed then return false; end if;
  begin
    create extension if not exists vector;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    return false;
  end;
  if to_regtype('halfvec') is null
    or (select string_to_array(extversion, '.')::integer[] < '{0,8}' from pg_extension where extname = 'vector')
  then return false; end if;

  create schema if not exists semantic;
  -- The mean that is subtracted from the vectors of an organization and model; another mean is another space.
  create table semantic.space (
    org_id text collate "C" not null references public.organization (id) on delete cascade,
    model text collate "C" not null,
    mean halfvec not null,
    mean_bytes bytea not null,
    -- Vectors up to this one were copied.
    copied_to uuid,
    -- Set when all were copied; search uses the space from then on.
    completed_at timestamptz(3),
    is_indexed boolean not null default false,
    created_at timestamptz(3) not null default now(),
    primary key (org_id, model)
  );
  -- Vectors of length one after subtracting the mean.
  create table semantic.embedding (
    org_id text collate "C" not null,
    insight_id uuid not null,
    model text collate "C" not null,
    embedding halfvec not null,
    primary key (org_id, insight_id),
    foreign key (org_id, insight_id) references public.insight_vector (org_id, insight_id) on delete cascade
  ) partition by hash (org_id);
  for n in 0..31 loop
    execute format('create table semantic.embedding_%s partition of semantic.embedding
      for values with (modulus 32, remainder %s)', n, n);
    execute format('alter table semantic.embedding_%s alter embedding set storage plain, alter embedding set statistics 0',
      n);
  end loop;

  -- A stored vector has one signed byte a dimension.
  create function semantic.centered(vector bytea, mean halfvec) returns halfvec
  language sql immutable parallel safe as $$
    select l2_normalize(l2_normalize(
      (select array_agg((get_byte(vector, d) # 128) - 128 order by d) from generate_series(0, octet_length(vector) - 1) d)
      ::halfvec) - mean)
  $$;

  create function semantic.copy_vectors(p_org text, p_ids uuid[]) returns void language plpgsql as $$
  begin
    insert into semantic.embedding as e (org_id, insight_id, model, embedding)
    select v.org_id, v.insight_id, v.model, semantic.centered(v.vector, s.mean)
    from public.insight_vector v join semantic.space s on s.org_id = p_org and s.model = v.model
    where v.org_id = p_org and v.insight_id = any(p_ids) and octet_length(v.vector) = vector_dims(s.mean)
    on conflict (org_id, insight_id) do update set model = excluded.model, embedding = excluded.embedding
      where e.model <> excluded.model or e.embedding <> excluded.embedding;
    delete from semantic.embedding e using public.insight_vector v
    where e.org_id = p_org and e.insight_id = any(p_ids) and v.org_id = p_org and v.insight_id = e.insight_id
      and v.model <> e.model;
  end $$;

  -- Copies the next vectors of a space that have no copy; returns the last id looked at, null at the end.
  create function semantic.copy_page(p_org text, p_model text, p_after uuid, p_limit integer) returns uuid
  language plpgsql as $$
  declare
    ids uuid[];
  begin
    ids := array(
      select v.insight_id from public.insight_vector v
      where v.org_id = p_org and v.model = p_model and (p_after is null or v.insight_id > p_after)
      order by v.insight_id limit p_limit);
    insert into semantic.embedding (org_id, insight_id, model, embedding)
    select v.org_id, v.insight_id, v.model, semantic.centered(v.vector, s.mean)
    from public.insight_vector v join semantic.space s on s.org_id = p_org and s.model = p_model
    where v.org_id = p_org and v.insight_id = any(ids) and v.model = p_model
      and octet_length(v.vector) = vector_dims(s.mean)
      and not exists (select 1 from semantic.embedding e where e.org_id = p_org and e.insight_id = v.insight_id)
    on conflict (org_id, insight_id) do nothing;
    return ids[cardinality(ids)];
  end $$;

  -- The live insights nearest to a vector. The organization is a literal, because the index of an organization serves
  -- no parameter; without sorting, the index is the only plan for organizations that have one.
  create function semantic.nearest(p_org text, p_model text, p_vector text, p_limit integer)
  returns table (id uuid, similarity real) language plpgsql
  set enable_sort = on set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set hnsw.ef_search = 40 set hnsw.iterative_scan = strict_order as $$
  declare
    dimensions integer;
    by_index boolean;
  begin
    select vector_dims(s.mean), s.is_indexed into dimensions, by_index
    from semantic.space s where s.org_id = p_org and s.model = p_model;
    if not found then return; end if;
    if by_index then
      perform set_config('enable_sort', 'off', true);
      perform set_config('hnsw.ef_search', least(1000, greatest(200, 2 * p_limit))::text, true);
    end if;
    return query execute format($q$
      select n.insight_id, (-n.distance)::real from (
        select e.insight_id, e.embedding::halfvec(%1$s) <#> $1::halfvec(%1$s) as distance
        from semantic.embedding e where e.org_id = %2$L and e.model = %3$L
        order by e.embedding::halfvec(%1$s) <#> $1::halfvec(%1$s)) n
      join public.insight i on i.org_id = %2$L and i.id = n.insight_id and i.live
      order by n.distance limit %4$s$q$, dimensions, p_org, p_model, p_limit) using p_vector;
  end $$;
  return true;
end $create$;

-- as in the baseline: create function copy_vectors

-- as in the baseline: create function find_vector_space

-- as in the baseline: create function delete_vector_spaces

do $$
begin
  if not create_vector_search() then
    raise notice 'the vector extension (0.8 or newer) is not available, so semantic search keeps vectors in memory';
  end if;
end $$;
