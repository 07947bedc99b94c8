FP.search("neighborhoods",{"text":"3\n2\n1\n"});
