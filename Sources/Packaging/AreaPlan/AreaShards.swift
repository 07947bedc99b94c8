/// How the packages of a plan are spread over several workers.
package enum AreaShards {
  /// The shard of each package, so that all take about the same time. The longest package goes first
  /// to the shard with the least work. Depends only on the times and the count.
  package static func assign(_ seconds: [Double], count: Int) -> [Int] {
    var shards = Array(repeating: 0, count: seconds.count)
    var loads = Array(repeating: 0.0, count: max(1, count))
    let order = seconds.indices.sorted {
      seconds[$0] != seconds[$1] ? seconds[$0] > seconds[$1] : $0 < $1
    }
    for index in order {
      var least = 0
      for shard in loads.indices where loads[shard] < loads[least] { least = shard }
      shards[index] = least
      loads[least] += seconds[index]
    }
    return shards
  }
}
