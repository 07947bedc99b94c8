extension Situation {
  /// Parents and children, look-ups, and keys that differ between stores.
  static let related: [Situation] = [
    Situation(
      "the crew deleted a tree and its inspection",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4", returned: [""], result: "",
      outcomes: "applied 2"),
    Situation(
      "the crew deleted a tree and left its inspection behind",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      returned: ["Inspections 2 tree=1 score=4"], result: "", outcomes: "applied 1"),
    Situation(
      "the crew also left its own inspection behind", base: "Trees 1 name=oak",
      returned: ["Inspections 2 tree=1 score=4"], result: "", outcomes: "applied 1, withParent 1"),
    Situation(
      "the office added an inspection to a tree that the crew deleted",
      base: "Trees 1 name=oak\nInspections 2 tree=1", returned: [""],
      current: "Trees 1 name=oak\nInspections 2 tree=1\nInspections 3 tree=1",
      result: "Trees 1 name=oak\nInspections 3 tree=1", conflicts: "orphan Trees 1 restored",
      outcomes: "applied 1, restored 1"),
    Situation(
      "a tree that stays keeps the inspections that were left behind",
      base: "Trees 1 name=oak\nInspections 2 tree=1", returned: ["Inspections 2 tree=1"],
      current: "Trees 1 name=oak\nInspections 2 tree=1\nInspections 3 tree=1",
      result: "Trees 1 name=oak\nInspections 2 tree=1\nInspections 3 tree=1",
      conflicts: "orphan Trees 1 restored", outcomes: "restored 1"),
    Situation(
      "the office edited the inspection of a tree that the crew deleted",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      returned: ["Inspections 2 tree=1 score=4"],
      current: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      result: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      conflicts: "orphan Trees 1 restored", outcomes: "restored 1"),
    Situation(
      "the crew also deleted the edited inspection",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4", returned: [""],
      current: "Trees 1 name=oak\nInspections 2 tree=1 score=5", result: "",
      conflicts: "delete/update Inspections 2 score 4|5|- returned",
      outcomes: "applied 1, conflict 1"),
    Situation(
      "the crew inspected a tree that the office deleted", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=1 score=4"], current: "",
      result: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      conflicts: "orphan Trees 1 restored", outcomes: "applied 1"),
    Situation(
      "the crew edited an inspection that the office deleted with its tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4\nInspections 3 tree=1",
      returned: ["Trees 1 name=oak\nInspections 2 tree=1 score=5\nInspections 3 tree=1"],
      current: "", result: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      conflicts: """
        orphan Trees 1 restored
        update/delete Inspections 2 score 4|-|5 returned
        """, outcomes: "conflict 1"),
    Situation(
      "the crew edited a tree that the office deleted with its inspections",
      base: "Trees 1 name=oak\nInspections 2 tree=1",
      returned: ["Trees 1 name=elm\nInspections 2 tree=1"], current: "",
      result: "Trees 1 name=elm", conflicts: "update/delete Trees 1 name oak|-|elm returned",
      outcomes: "conflict 1"),
    Situation(
      "a note restores its inspection and tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1",
      returned: ["Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2"], current: "",
      result: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      conflicts: "orphan Trees 1 restored\norphan Inspections 2 restored", outcomes: "applied 1"),
    Situation(
      "grandchildren are deleted with the tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      returned: ["Inspections 2 tree=1\nNotes 3 inspection=2"], result: "", outcomes: "applied 1"),
    Situation(
      "a grandchild added by the office keeps the tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1", returned: ["Inspections 2 tree=1"],
      current: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      result: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      conflicts: "orphan Trees 1 restored", outcomes: "restored 1"),
    Situation(
      "a grandchild added by the office keeps all its deleted ancestors",
      base: "Trees 1 name=oak\nInspections 2 tree=1", returned: [""],
      current: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      result: "Trees 1 name=oak\nInspections 2 tree=1\nNotes 3 inspection=2",
      conflicts: "orphan Trees 1 restored\norphan Inspections 2 restored", outcomes: "restored 2"),
    Situation(
      "photos are deleted with the tree",
      base: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      returned: ["Photos 2 tree=1 name=a.jpg sha=A size=9"], result: "", outcomes: "applied 1"),
    Situation(
      "the office's photo keeps the tree", base: "Trees 1 name=oak", returned: [""],
      current: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      result: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg size=9 sha=A",
      conflicts: "orphan Trees 1 restored", outcomes: "restored 1"),
    Situation(
      "the crew moved the inspection and deleted its tree",
      base: "Trees 1 name=oak\nTrees 2 name=elm\nInspections 3 tree=1",
      returned: ["Trees 2#2 name=elm\nInspections 3 tree=2"],
      result: "Trees 2 name=elm\nInspections 3 tree=2", outcomes: "applied 2"),
    Situation(
      "the office moved the inspection to a tree that the crew deleted",
      base: "Trees 1 name=oak\nTrees 2 name=elm\nInspections 3 tree=2",
      returned: ["Trees 2#2 name=elm\nInspections 3 tree=2"],
      current: "Trees 1 name=oak\nTrees 2 name=elm\nInspections 3 tree=1",
      result: "Trees 1 name=oak\nTrees 2 name=elm\nInspections 3 tree=1",
      conflicts: "orphan Trees 1 restored", outcomes: "restored 1"),
    Situation(
      "a species that trees refer to is kept",
      base: "Species 1 code=Q latin=Quercus\nTrees 2 name=oak sp=Q",
      returned: ["Trees 2 name=oak sp=Q"],
      result: "Trees 2 name=oak sp=Q\nSpecies 1 code=Q latin=Quercus",
      conflicts: "orphan Species 1 restored", outcomes: "restored 1"),
    Situation(
      "a species that no tree refers to any more is deleted",
      base: "Species 1 code=Q\nSpecies 2 code=U\nTrees 3 name=oak sp=Q",
      returned: ["Species 2#2 code=U\nTrees 3 name=oak sp=U"],
      result: "Trees 3 name=oak sp=U\nSpecies 2 code=U", outcomes: "applied 2"),
    Situation(
      "trees are not deleted with their species", base: "Species 1 code=Q\nTrees 2 name=oak sp=Q",
      returned: ["Trees 2 name=elm sp=Q"],
      result: "Trees 2 name=elm sp=Q\nSpecies 1 code=Q", conflicts: "orphan Species 1 restored",
      outcomes: "applied 1, restored 1"),
    Situation(
      "a new tree restores its species", base: "Species 1 code=Q latin=Quercus",
      returned: ["Species 1 code=Q latin=Quercus\nTrees 2 name=oak sp=Q"], current: "",
      result: "Trees 2 name=oak sp=Q\nSpecies 1 code=Q latin=Quercus",
      conflicts: "orphan Species 1 restored", outcomes: "applied 1"),
    Situation(
      "a species keeps its code if trees that the crew never saw use it",
      base: "Species 1 code=Q", returned: ["Species 1 code=R"],
      current: "Species 1 code=Q\nTrees 2 name=oak sp=Q",
      result: "Trees 2 name=oak sp=Q\nSpecies 1 code=Q",
      conflicts: "orphan Species 1 code Q|Q|R current", outcomes: "refusedField 1"),
    Situation(
      "a branch refers to its new tree, not to the office's tree with that row id",
      base: "Trees 1#1 name=oak",
      returned: ["Trees 1#1 name=oak\nTrees 2#2 name=elm\nBranches 4 treefid=2"],
      current: "Trees 1#1 name=oak\nTrees 3#2 name=ash",
      result: """
        Trees 1#1 name=oak
        Trees 2#3 oid=1 name=elm
        Trees 3#2 name=ash
        Branches 4#1 treefid=3
        """, outcomes: "applied 2", showsNumbers: true),
    Situation(
      "a new branch refers to its tree by the office's number", base: "Trees 1#1 name=oak",
      returned: ["Trees 1#1 name=oak\nBranches 4 treefid=1"],
      current: "Trees 2#1 name=ash\nTrees 1#5 name=oak",
      result: "Trees 1 name=oak\nTrees 2 name=ash\nBranches 4 treefid=5", outcomes: "applied 1"),
    Situation(
      "a branch that no one moved is unchanged even if row ids differ",
      base: "Trees 1#1 name=oak\nBranches 4 treefid=1 note=a",
      returned: ["Trees 1#1 name=oak\nBranches 4 treefid=1 note=b"],
      current: "Trees 2#1 name=ash\nTrees 1#5 name=oak\nBranches 4 treefid=5 note=a",
      result: "Trees 1 name=oak\nTrees 2 name=ash\nBranches 4 treefid=5 note=b",
      outcomes: "applied 1"),
    Situation(
      "both sides moved a branch",
      base: "Trees 1#1 name=oak\nTrees 2#2 name=elm\nTrees 3#3 name=ash\nBranches 4 treefid=1",
      returned: [
        "Trees 1#1 name=oak\nTrees 2#2 name=elm\nTrees 3#3 name=ash\nBranches 4 treefid=2"
      ],
      current: "Trees 1#6 name=oak\nTrees 2#7 name=elm\nTrees 3#8 name=ash\nBranches 4 treefid=8",
      result: "Trees 1 name=oak\nTrees 2 name=elm\nTrees 3 name=ash\nBranches 4 treefid=7",
      conflicts: "update/update Branches 4 treefid 6|8|7 returned", outcomes: "conflict 1"),
    Situation(
      "branches are deleted with their tree, found by the office's numbers",
      base: "Trees 1#1 name=oak\nTrees 2#2 name=elm\nBranches 4 treefid=1",
      returned: ["Trees 2#2 name=elm\nBranches 4 treefid=1"],
      current: "Trees 2#1 name=elm\nTrees 1#2 name=oak\nBranches 4 treefid=2",
      result: "Trees 2 name=elm", outcomes: "applied 1"),
    Situation(
      "a restored tree has a new row id that its branch refers to",
      base: "Trees 1#1 name=oak", returned: ["Trees 1#1 name=oak\nBranches 4 treefid=1"],
      current: "Trees 2#9 name=elm",
      result: "Trees 1#10 oid=1 name=oak\nTrees 2#9 name=elm\nBranches 4#1 treefid=10",
      conflicts: "orphan Trees 1 restored", outcomes: "applied 1", showsNumbers: true),
    Situation(
      "a limb refers to its new tree by the new object id",
      base: "Trees 1 oid=7 name=oak",
      returned: ["Trees 1 oid=7 name=oak\nTrees 2 oid=8 name=elm\nLimbs 4 treeoid=8"],
      current: "Trees 1 oid=7 name=oak\nTrees 3 oid=8 name=ash",
      result: """
        Trees 1#1 oid=7 name=oak
        Trees 2#3 oid=9 name=elm
        Trees 3#2 oid=8 name=ash
        Limbs 4#1 treeoid=9
        """, outcomes: "applied 2", showsNumbers: true),
    Situation(
      "an inspection without a tree is kept and reported", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=99 score=4"],
      result: "Trees 1 name=oak\nInspections 2 tree=99 score=4",
      issues: "orphanChild Inspections 2 tree=99", outcomes: "applied 1"),
    Situation(
      "an inspection that never had a tree is not reported", base: "Inspections 2 tree=99 score=4",
      returned: ["Inspections 2 tree=99 score=5"], result: "Inspections 2 tree=99 score=5",
      outcomes: "applied 1"),
  ]
}
