FP.identities("neighborhoods",{"columns":[{"bytes":"FVWGxUUCW6ae4ekk0AqWljRCMGLOKl/UhpdT41exE+XGz7r/n2tWjYtcmi0EiRY4","others":[]}]});
