import type { QueueName } from '@parley/queues/define-job'
import type { Queues } from '@parley/queues/open-queues'
import { runWorker, type WorkerOptions } from '@parley/queues/run-worker'
import type { Service } from '@parley/service/start-service'
import { Histogram } from 'prom-client'

/** Runs a queue's jobs with their failures in the log and their durations in the metrics; drains when it stops. */
export async function work<Name extends QueueName>(
  service: Service,
  queues: Queues,
  options: Omit<WorkerOptions<Name>, 'onJob'>,
): Promise<void> {
  const worker = await runWorker(queues, {
    ...(options as WorkerOptions<Name>),
    onJob: ({ queue, job, outcome, durationMs, attempt, error }) => {
      jobDuration(service).observe({ queue, job, outcome }, durationMs / 1_000)
      if (error) service.log.warn({ queue, job, attempt, err: error }, 'a job failed')
    },
  })
  service.onStop(`worker ${options.queue}`, () => worker.close())
}

function jobDuration(service: Service): Histogram<'queue' | 'job' | 'outcome'> {
  const name = 'parley_job_duration_seconds'
  return (
    (service.registry.getSingleMetric(name) as Histogram<'queue' | 'job' | 'outcome'> | undefined) ??
    new Histogram({
      name,
      help: 'How long jobs took, by queue, job and outcome.',
      labelNames: ['queue', 'job', 'outcome'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers: [service.registry],
    })
  )
}
