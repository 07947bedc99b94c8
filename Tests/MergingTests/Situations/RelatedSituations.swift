extension Situation {
  /// Parents and children, look-ups, and keys that change from store to store.
  static let related: [Situation] = [
    Situation(
      "the crew deleted a tree and its inspection",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4", returned: [""], result: "",
      fates: "applied 2"),
    Situation(
      "the crew deleted a tree and left its inspection behind",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      returned: ["Inspections 2 tree=1 score=4"], result: "", fates: "applied 1"),
    Situation(
      "the crew left an inspection of its own behind, too", base: "Trees 1 name=oak",
      returned: ["Inspections 2 tree=1 score=4"], result: "", fates: "applied 1, withParent 1"),
    Situation(
      "the office added an inspection to a tree that the crew deleted",
      base: "Trees 1 name=oak\nInspections 2 tree=1", returned: [""],
      current: "Trees 1 name=oak\nInspections 2 tree=1\nInspections 3 tree=1",
      result: "Trees 1 name=oak\nInspections 3 tree=1", conflicts: "orphan Trees 1 restored",
      fates: "applied 1, restored 1"),
    Situation(
      "a tree that stays keeps the inspections that were left behind",
      base: "Trees 1 name=oak\nInspections 2 tree=1", returned: ["Inspections 2 tree=1"],
      current: "Trees 1 name=oak\nInspections 2 tree=1\nInspections 3 tree=1",
      result: "Trees 1 name=oak\nInspections 2 tree=1\nInspections 3 tree=1",
      conflicts: "orphan Trees 1 restored", fates: "restored 1"),
    Situation(
      "the office edited the inspection of a tree that the crew deleted",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      returned: ["Inspections 2 tree=1 score=4"],
      current: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      result: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      conflicts: "orphan Trees 1 restored", fates: "restored 1"),
    Situation(
      "the crew deleted the edited inspection, too",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4", returned: [""],
      current: "Trees 1 name=oak\nInspections 2 tree=1 score=5", result: "",
      conflicts: "delete/update Inspections 2 score 4|5|- returned",
      fates: "applied 1, conflict 1"),
    Situation(
      "the crew inspected a tree that the office deleted", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=1 score=4"], current: "",
      result: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      conflicts: "orphan Trees 1 restored", fates: "applied 1"),
    Situation(
      "the crew edited an inspection that the office deleted with its tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4\nInspections 3 tree=1",
      returned: ["Trees 1 name=oak\nInspections 2 tree=1 score=5\nInspections 3 tree=1"],
      current: "", result: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      conflicts: """
        orphan Trees 1 restored
        update/delete Inspections 2 score 4|-|5 returned
        """, fates: "conflict 1"),
    Situation(
      "the crew edited a tree that the office deleted with its inspections",
      base: "Trees 1 name=oak\nInspections 2 tree=1",
      returned: ["Trees 1 name=elm\nInspections 2 tree=1"], current: "",
      result: "Trees 1 name=elm", conflicts: "update/delete Trees 1 name oak|-|elm returned",
      fates: "conflict 1"),
    Situation(
      "a note brings back its inspection, and that its tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1",
      returned: ["Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2"], current: "",
      result: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      conflicts: "orphan Trees 1 restored\norphan Inspections 2 restored", fates: "applied 1"),
    Situation(
      "grandchildren go with the tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      returned: ["Inspections 2 tree=1\nNotes 3 inspection=2"], result: "", fates: "applied 1"),
    Situation(
      "a grandchild of the office keeps the tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1", returned: ["Inspections 2 tree=1"],
      current: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      result: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      conflicts: "orphan Trees 1 restored", fates: "restored 1"),
    Situation(
      "a grandchild of the office keeps all that the crew deleted above it",
      base: "Trees 1 name=oak\nInspections 2 tree=1", returned: [""],
      current: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      result: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      conflicts: "orphan Trees 1 restored\norphan Inspections 2 restored", fates: "restored 2"),
    Situation(
      "photos go with the tree",
      base: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      returned: ["Photos 2 tree=1 name=a.jpg sha=A size=9"], result: "", fates: "applied 1"),
    Situation(
      "the office's photo keeps the tree", base: "Trees 1 name=oak", returned: [""],
      current: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      result: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg size=9 sha=A",
      conflicts: "orphan Trees 1 restored", fates: "restored 1"),
    Situation(
      "the crew moved the inspection and deleted its tree",
      base: "Trees 1 name=oak\nTrees 2 name=elm\nInspections 3 tree=1",
      returned: ["Trees 2#2 name=elm\nInspections 3 tree=2"],
      result: "Trees 2 name=elm\nInspections 3 tree=2", fates: "applied 2"),
    Situation(
      "the office moved the inspection to a tree that the crew deleted",
      base: "Trees 1 name=oak\nTrees 2 name=elm\nInspections 3 tree=2",
      returned: ["Trees 2#2 name=elm\nInspections 3 tree=2"],
      current: "Trees 1 name=oak\nTrees 2 name=elm\nInspections 3 tree=1",
      result: "Trees 1 name=oak\nTrees 2 name=elm\nInspections 3 tree=1",
      conflicts: "orphan Trees 1 restored", fates: "restored 1"),
    Situation(
      "a species that trees name stays",
      base: "Species 1 code=Q latin=Quercus\nTrees 2 name=oak sp=Q",
      returned: ["Trees 2 name=oak sp=Q"],
      result: "Trees 2 name=oak sp=Q\nSpecies 1 code=Q latin=Quercus",
      conflicts: "orphan Species 1 restored", fates: "restored 1"),
    Situation(
      "a species that no tree names any more goes",
      base: "Species 1 code=Q\nSpecies 2 code=U\nTrees 3 name=oak sp=Q",
      returned: ["Species 2#2 code=U\nTrees 3 name=oak sp=U"],
      result: "Trees 3 name=oak sp=U\nSpecies 2 code=U", fates: "applied 2"),
    Situation(
      "trees do not go with their species", base: "Species 1 code=Q\nTrees 2 name=oak sp=Q",
      returned: ["Trees 2 name=elm sp=Q"],
      result: "Trees 2 name=elm sp=Q\nSpecies 1 code=Q", conflicts: "orphan Species 1 restored",
      fates: "applied 1, restored 1"),
    Situation(
      "a new tree brings back its species", base: "Species 1 code=Q latin=Quercus",
      returned: ["Species 1 code=Q latin=Quercus\nTrees 2 name=oak sp=Q"], current: "",
      result: "Trees 2 name=oak sp=Q\nSpecies 1 code=Q latin=Quercus",
      conflicts: "orphan Species 1 restored", fates: "applied 1"),
    Situation(
      "the code of a species is not changed below trees that the crew never saw",
      base: "Species 1 code=Q", returned: ["Species 1 code=R"],
      current: "Species 1 code=Q\nTrees 2 name=oak sp=Q",
      result: "Trees 2 name=oak sp=Q\nSpecies 1 code=Q",
      conflicts: "orphan Species 1 code Q|Q|R current", fates: "refusedField 1"),
    Situation(
      "a branch is pointed to its new tree, not to the office's of that row id",
      base: "Trees 1#1 name=oak",
      returned: ["Trees 1#1 name=oak\nTrees 2#2 name=elm\nBranches 4 treefid=2"],
      current: "Trees 1#1 name=oak\nTrees 3#2 name=ash",
      result: """
        Trees 1#1 name=oak
        Trees 2#3 oid=1 name=elm
        Trees 3#2 name=ash
        Branches 4#1 treefid=3
        """, fates: "applied 2", showsNumbers: true),
    Situation(
      "a new branch names its tree as the office numbers it", base: "Trees 1#1 name=oak",
      returned: ["Trees 1#1 name=oak\nBranches 4 treefid=1"],
      current: "Trees 2#1 name=ash\nTrees 1#5 name=oak",
      result: "Trees 1 name=oak\nTrees 2 name=ash\nBranches 4 treefid=5", fates: "applied 1"),
    Situation(
      "a branch that no one moved is no change, whatever the numbers",
      base: "Trees 1#1 name=oak\nBranches 4 treefid=1 note=a",
      returned: ["Trees 1#1 name=oak\nBranches 4 treefid=1 note=b"],
      current: "Trees 2#1 name=ash\nTrees 1#5 name=oak\nBranches 4 treefid=5 note=a",
      result: "Trees 1 name=oak\nTrees 2 name=ash\nBranches 4 treefid=5 note=b",
      fates: "applied 1"),
    Situation(
      "both moved a branch",
      base: "Trees 1#1 name=oak\nTrees 2#2 name=elm\nTrees 3#3 name=ash\nBranches 4 treefid=1",
      returned: [
        "Trees 1#1 name=oak\nTrees 2#2 name=elm\nTrees 3#3 name=ash\nBranches 4 treefid=2"
      ],
      current: "Trees 1#6 name=oak\nTrees 2#7 name=elm\nTrees 3#8 name=ash\nBranches 4 treefid=8",
      result: "Trees 1 name=oak\nTrees 2 name=elm\nTrees 3 name=ash\nBranches 4 treefid=7",
      conflicts: "update/update Branches 4 treefid 6|8|7 returned", fates: "conflict 1"),
    Situation(
      "branches go with their tree, found by the office's numbers",
      base: "Trees 1#1 name=oak\nTrees 2#2 name=elm\nBranches 4 treefid=1",
      returned: ["Trees 2#2 name=elm\nBranches 4 treefid=1"],
      current: "Trees 2#1 name=elm\nTrees 1#2 name=oak\nBranches 4 treefid=2",
      result: "Trees 2 name=elm", fates: "applied 1"),
    Situation(
      "a tree that comes back has a new row id, and its branch names that",
      base: "Trees 1#1 name=oak", returned: ["Trees 1#1 name=oak\nBranches 4 treefid=1"],
      current: "Trees 2#9 name=elm",
      result: "Trees 1#10 oid=1 name=oak\nTrees 2#9 name=elm\nBranches 4#1 treefid=10",
      conflicts: "orphan Trees 1 restored", fates: "applied 1", showsNumbers: true),
    Situation(
      "a limb names its new tree by the object id it gets",
      base: "Trees 1 oid=7 name=oak",
      returned: ["Trees 1 oid=7 name=oak\nTrees 2 oid=8 name=elm\nLimbs 4 treeoid=8"],
      current: "Trees 1 oid=7 name=oak\nTrees 3 oid=8 name=ash",
      result: """
        Trees 1#1 oid=7 name=oak
        Trees 2#3 oid=9 name=elm
        Trees 3#2 oid=8 name=ash
        Limbs 4#1 treeoid=9
        """, fates: "applied 2", showsNumbers: true),
    Situation(
      "an inspection of no tree at all is kept and told", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=99 score=4"],
      result: "Trees 1 name=oak\nInspections 2 tree=99 score=4",
      issues: "orphanChild Inspections 2 tree=99", fates: "applied 1"),
    Situation(
      "what named nothing before is not told", base: "Inspections 2 tree=99 score=4",
      returned: ["Inspections 2 tree=99 score=5"], result: "Inspections 2 tree=99 score=5",
      fates: "applied 1"),
  ]
}
