import Bytes
import Packages

/// The job file of a plan for an engine that runs many tasks. The engine gives each task an index,
/// or the job file does; `build --plan` needs nothing else.
package enum AreaRecipe: String, CaseIterable, Sendable {
  case kubernetes
  case slurm
  case make
  case snakemake

  /// How the name of its file ends.
  package var ending: String {
    switch self {
    case .kubernetes: ".job.yaml"
    case .slurm: ".sbatch"
    case .make: ".mk"
    case .snakemake: ".smk"
    }
  }

  /// The number of workers for a plan, if none is given: each has work for at least a minute, because
  /// each reads all data. Slurm arrays have at most 1,000 tasks unless an office allows more.
  package static func shards(for plan: AreaPlan) -> Int {
    let packages = plan.wanted.count
    return max(1, min(packages, 1_000, Int(plan.seconds / 60)))
  }

  /// The job file.
  ///
  /// - Parameter path: the path of the plan, as the tasks see it.
  package func text(of plan: AreaPlan, path: String) -> String {
    let shards = plan.shards ?? Self.shards(for: plan)
    let work = AreaRecipeWork(plan, shards: shards, path: path)
    return switch self {
    case .kubernetes: Self.kubernetes(work)
    case .slurm: Self.slurm(work)
    case .make: Self.make(work)
    case .snakemake: Self.snakemake(work)
    }
  }

  private static func slurm(_ work: AreaRecipeWork) -> String {
    """
    #!/bin/bash
    # \(work.summary)
    #
    # sbatch \(work.stem).sbatch
    # sbatch --dependency=afterany:JOB --wrap "fieldpack collect packages --plan \(work.plan)"
    #
    # Run it again after a failure: packages that are up to date stay.
    #SBATCH --job-name=fieldpack
    #SBATCH --array=0-\(work.shards - 1)
    #SBATCH --ntasks=1
    #SBATCH --cpus-per-task=2
    #SBATCH --mem=2G
    #SBATCH --time=\(work.hours):00:00
    set -u

    # fieldpack reads SLURM_ARRAY_TASK_ID. Exit code 75 means that trying again may help.
    for attempt in 1 2 3; do
      "${FIELDPACK:-fieldpack}" build --plan '\(work.plan)' -o "${PACKAGES:-packages}" --memory 1GB --quiet
      code=$?
      [ "$code" -eq 75 ] || exit "$code"
      sleep $((attempt * 10))
    done
    exit 75

    """
  }

  private static func make(_ work: AreaRecipeWork) -> String {
    """
    # \(work.summary)
    #
    # make -f \(work.stem).mk -j 4 -k
    #
    # Run it again after a failure: shares that are done stay.
    FIELDPACK ?= fieldpack
    PLAN := \(work.plan)
    PACKAGES ?= packages
    SHARES := \(work.shards)

    done := $(patsubst %,$(PACKAGES)/shares/%.done,$(shell seq 0 $$(($(SHARES) - 1))))

    .DELETE_ON_ERROR:
    .PHONY: all

    all: $(done)
    \t"$(FIELDPACK)" collect "$(PACKAGES)" --plan "$(PLAN)"

    $(PACKAGES)/shares/%.done: $(PLAN)
    \t@mkdir -p "$(@D)"
    \t"$(FIELDPACK)" build --plan "$(PLAN)" -o "$(PACKAGES)" --shard $*/$(SHARES) --quiet
    \t@touch "$@"

    """
  }

  private static func snakemake(_ work: AreaRecipeWork) -> String {
    """
    # \(work.summary)
    #
    # snakemake -s \(work.stem).smk --cores 4 --keep-going
    #
    # Run it again after a failure: shares that are done stay.
    import os

    FIELDPACK = os.environ.get("FIELDPACK", "fieldpack")
    PACKAGES = os.environ.get("PACKAGES", "packages")
    PLAN = "\(work.plan)"
    SHARES = \(work.shards)

    rule all:
        input: expand(PACKAGES + "/shares/{share}.done", share=range(SHARES))
        shell: "'{FIELDPACK}' collect '{PACKAGES}' --plan '{PLAN}'"

    rule share:
        input: PLAN
        output: touch(PACKAGES + "/shares/{share}.done")
        retries: 2
        shell: "'{FIELDPACK}' build --plan '{PLAN}' -o '{PACKAGES}' --shard {wildcards.share}/{SHARES} --quiet"

    """
  }

  private static func kubernetes(_ work: AreaRecipeWork) -> String {
    """
    # \(work.summary)
    #
    # The volume has the plan and its inputs in /work. Name your image and your volume claim below.
    #
    # kubectl apply -f \(work.stem).job.yaml
    # kubectl wait --for=condition=Complete --timeout=24h job/fieldpack
    #
    # Apply it again after a failure: packages that are up to date stay. `fieldpack collect` lists them.
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: fieldpack
    spec:
      completionMode: Indexed
      completions: \(work.shards)
      parallelism: \(min(work.shards, 20))
      # A task is tried again twice, unless its exit code says that this can't help.
      backoffLimitPerIndex: 2
      maxFailedIndexes: \(work.shards)
      podFailurePolicy:
        rules:
          - action: FailIndex
            onExitCodes:
              containerName: build
              operator: In
              values: [2, 3, 4, 5, 6]
          - action: Ignore
            onPodConditions:
              - type: DisruptionTarget
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: build
              image: fieldpack:\(work.version)
              workingDir: /work
              # fieldpack reads JOB_COMPLETION_INDEX.
              command:
                - fieldpack
                - build
                - --plan
                - \(work.plan)
                - -o
                - packages
                - --memory
                - 1GB
                - --quiet
              resources:
                requests:
                  cpu: "2"
                  memory: 2Gi
                limits:
                  memory: 2Gi
              volumeMounts:
                - name: work
                  mountPath: /work
          volumes:
            - name: work
              persistentVolumeClaim:
                claimName: fieldpack

    """
  }
}

/// What job files say about the work of a plan.
private struct AreaRecipeWork {
  let summary: String
  let shards: Int
  let plan: String
  let stem: String
  let hours: Int
  let version: String

  init(_ plan: AreaPlan, shards: Int, path: String) {
    self.shards = shards
    self.plan = path
    stem = LocalPath.lastPart(path).replacing(".jsonl", with: "")
    version = ToolVersion.text
    hours = 1 + Int(plan.seconds / Double(shards) / 1_800)
    summary =
      "Builds " + NumberText.plural(plan.wanted.count, one: "package", many: "packages")
      + " (" + NumberText.bytes(plan.bytes) + ") with "
      + NumberText.plural(shards, one: "worker", many: "workers") + "."
  }
}
