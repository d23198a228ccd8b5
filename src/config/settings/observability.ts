import { boolean, headers, integerBetween, matching, choiceOf, ratio, url } from '#config/parsers.ts'
import type { SettingGroup } from '#config/types.ts'

export const observabilitySettings = {
  logLevel: {
    name: 'LOG_LEVEL',
    description: 'log level: error, warn or info',
    example: 'info',
    default: 'info',
    parse: choiceOf('error', 'warn', 'info'),
  },
  logRequests: {
    name: 'LOG_REQUESTS',
    description: 'on logs one line per request',
    example: 'on',
    default: 'off',
    parse: boolean,
  },
  metricsPort: {
    name: 'METRICS_PORT',
    description: 'port that serves Prometheus metrics without authentication',
    example: '9464',
    default: null,
    parse: integerBetween(0, 65_535),
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    description: 'bearer token that opens /metrics on the API port, 16 or more characters',
    example: '(16 or more random characters)',
    default: null,
    secret: true,
    parse: matching(/^\S{16,}$/),
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'OpenTelemetry collector that receives traces as OTLP over HTTP in JSON',
    example: 'http://localhost:4318',
    default: null,
    parse: url(['http:', 'https:']),
  },
  otlpHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    description: 'headers of requests to the collector',
    example: 'authorization=Bearer%20abc',
    default: null,
    secret: true,
    parse: headers,
  },
  serviceName: {
    name: 'OTEL_SERVICE_NAME',
    description: 'service name in traces',
    example: 'earshot',
    default: 'earshot',
    parse: matching(/^[^\r\n]{1,100}$/),
  },
  traceSampleRatio: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    description: 'root-trace sampling ratio from 0 to 1',
    example: '0.1',
    default: '1',
    parse: ratio,
  },
} satisfies SettingGroup<
  | 'logLevel'
  | 'logRequests'
  | 'metricsPort'
  | 'metricsToken'
  | 'otlpEndpoint'
  | 'otlpHeaders'
  | 'serviceName'
  | 'traceSampleRatio'
>
