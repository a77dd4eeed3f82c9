/**
 * Fargate tasks of region builds: the sizes in use, each with the most memory that Fargate offers for its vCPUs (AWS
 * Batch User Guide, Job definition parameters), the largest disk (Amazon ECS Developer Guide, Fargate task ephemeral
 * storage), and the limit of a deployment.
 */
export const fargate = {
  sizes: [
    { vcpus: 4, memoryMebibytes: 30 * 1024 },
    { vcpus: 8, memoryMebibytes: 60 * 1024 },
    { vcpus: 16, memoryMebibytes: 120 * 1024 },
  ],
  diskGibibytes: 200,
  /** Maximum vCPUs of all jobs of a deployment that run at the same time; further jobs wait. */
  vcpusAtOnce: 64,
} as const

/**
 * List prices in us-east-1 for Linux on x86, in USD per hour. Read on 2026-11-27 in two articles that cite AWS Fargate
 * Pricing: vantage.sh/blog/fargate-pricing and factualminds.com/blog/amazon-fargate-ecs-task-pricing-2026 (June 2026).
 */
const prices = { vcpu: 0.04048, memoryGigabyte: 0.004445, diskGigabyte: 0.000111 }
/** Disk that the price of a task includes, GB. */
const freeDiskGigabytes = 20

/** Returns the price of an hour of a task with its maximum disk, USD. */
export function estimateUsdPerHour(size: { vcpus: number; memoryMebibytes: number }): number {
  return (
    size.vcpus * prices.vcpu +
    (size.memoryMebibytes / 1024) * prices.memoryGigabyte +
    (fargate.diskGibibytes - freeDiskGigabytes) * prices.diskGigabyte
  )
}
