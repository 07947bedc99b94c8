FP.names("neighborhoods",{"columns":[{"values":["HOSFORD-ABERNETHY","IRVINGTON","UNIVERSITY PARK"]}]});
