-- Sends the plan that load-wrk.ts wrote: paths, keys and bodies in turn.

local plan
local count = 0
local formatted = {}

local function nth(list, n)
  return list[n % #list + 1]
end

-- wrk looks for this function before it calls init. It runs for its time unless it is interrupted.
local maxResponses = tonumber(os.getenv("EARSHOT_BENCH_REQUESTS") or "0")
local received = 0
if maxResponses > 0 then
  function response()
    received = received + 1
    if received == maxResponses then
      wrk.thread:stop()
      io.stderr:write("END\n")
    end
  end
end

function init(args)
  plan = dofile(args[1])
end

local function read(n)
  return wrk.format(plan.method, nth(plan.paths, n), { ["Authorization"] = "Bearer " .. nth(plan.keys, n) })
end

local function write(n)
  return wrk.format(plan.method, nth(plan.paths, n), {
    ["Authorization"] = "Bearer " .. nth(plan.keys, n),
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = plan.prefix .. n,
  }, (nth(plan.bodies, n):gsub("{n}", n)))
end

function request()
  count = count + 1
  if plan.method == "POST" then return write(count) end
  local n = count % (#plan.paths * #plan.keys)
  local known = formatted[n]
  if not known then
    known = read(n)
    formatted[n] = known
  end
  return known
end

function done(summary, latency)
  local failed = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), failed.connect + failed.read + failed.write + failed.status + failed.timeout))
end
