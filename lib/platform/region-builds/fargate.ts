/**
 * What a task of AWS Fargate may have (AWS Batch User Guide, Job definition parameters: memory by vCPU; Amazon ECS
 * Developer Guide, Fargate task ephemeral storage), and the memory that builds take with each number of processors.
 */
export const fargate = {
  sizes: [
    { vcpus: 4, memoryMebibytes: 30 * 1024 },
    { vcpus: 8, memoryMebibytes: 60 * 1024 },
    { vcpus: 16, memoryMebibytes: 120 * 1024 },
  ],
  diskGibibytes: 200,
  /** Of all jobs of a deployment that run at the same time; further ones wait. */
  vcpusAtOnce: 64,
} as const

/**
 * List prices of us-east-1, Linux on x86, USD an hour: as vantage.sh/blog/fargate-pricing and
 * factualminds.com/blog/amazon-fargate-ecs-task-pricing-2026 (June 2026) cite AWS Fargate Pricing, read 2026-11-27.
 */
const prices = { vcpu: 0.04048, memoryGigabyte: 0.004445, diskGigabyte: 0.000111 }
/** Of disk, in the price of a task. */
const freeDiskGigabytes = 20

/** USD for an hour of a task with all its disk. */
export function usdPerHour(size: { vcpus: number; memoryMebibytes: number }): number {
  return (
    size.vcpus * prices.vcpu +
    (size.memoryMebibytes / 1024) * prices.memoryGigabyte +
    (fargate.diskGibibytes - freeDiskGigabytes) * prices.diskGigabyte
  )
}
