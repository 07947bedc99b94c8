// Runs Arcade expressions in the ArcGIS Maps SDK for JavaScript, in node.
//
//   node arcade.mjs FOLDER SCENARIO < expressions.jsonl > results.jsonl
//
// FOLDER has node_modules/@arcgis/core, and the file SCENARIO the data. Each input line is
// {"id", "text"}. Each output line is {"id", "value"} with the result as text, or {"id", "error"}.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]);
const core = path.join(folder, "node_modules/@arcgis/core");
const load = (name) => import(pathToFileURL(path.join(core, name)));

// The SDK loads WebAssembly and messages by fetch, which node has only for the network.
globalThis.self ??= globalThis;
globalThis.fetch = async (address) => {
  const name = decodeURIComponent(String(address.url ?? address).replace(/^file:\/\//, ""));
  if (!name.startsWith(core)) throw new Error(`no network: ${name}`);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/json";
  return new Response(fs.readFileSync(name), { headers: { "content-type": type } });
};

const config = (await load("config.js")).default;
config.assetsPath = path.join(core, "assets");
const arcade = await load("arcade.js");
const Graphic = (await load("Graphic.js")).default;
const FeatureLayer = (await load("layers/FeatureLayer.js")).default;
const Field = (await load("layers/support/Field.js")).default;
const EsriMap = (await load("Map.js")).default;
const SpatialReference = (await load("geometry/SpatialReference.js")).default;
const { fromJSON } = await load("geometry/support/jsonUtils.js");

// Feature layers in memory want a document for their worker.
globalThis.document = {
  createElement: () => new EventTarget(), createDocumentFragment: () => new EventTarget(),
  addEventListener() {}, removeEventListener() {}, body: {}, documentElement: { lang: "en" },
  querySelectorAll: () => [], querySelector: () => null, baseURI: "file:///",
};

const scenario = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
const view = new SpatialReference(scenario.spatialReference);
const layers = scenario.layers.map((layer) => new FeatureLayer({
  title: layer.title, id: layer.id, objectIdField: "OBJECTID",
  fields: layer.fields.map((field) => Field.fromJSON(field)),
  geometryType: layer.type, spatialReference: layer.spatialReference,
  source: layer.features.map((feature) => new Graphic({
    attributes: feature.attributes,
    geometry: feature.geometry
      && fromJSON({ ...feature.geometry, spatialReference: layer.spatialReference }),
  })),
}));
for (const layer of layers) await layer.load();
const map = new EsriMap({ layers });
const profile = {
  variables: [
    { name: "$feature", type: "feature" }, { name: "$layer", type: "featureSet" },
    { name: "$map", type: "featureSetCollection" },
    { name: "$datastore", type: "featureSetCollection" },
  ],
};
const query = layers[0].createQuery();
query.where = `OBJECTID = ${scenario.feature}`;
query.outSpatialReference = view;
query.returnGeometry = true;
query.outFields = ["*"];
const feature = (await layers[0].queryFeatures(query)).features[0];
feature.layer = layers[0];
feature.sourceLayer = layers[0];

for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { id, text } = JSON.parse(line);
  let answer;
  try {
    const executor = await arcade.createArcadeExecutor(text, profile);
    const run = executor.executeAsync(
      { $feature: feature, $layer: layers[0], $map: map, $datastore: map },
      { spatialReference: view, timeZone: scenario.timeZone });
    const late = new Promise((_, fail) => setTimeout(() => fail(new Error("too slow")), 20000).unref());
    answer = { id, value: String(await Promise.race([run, late])) };
  } catch (error) {
    answer = { id, error: String(error.message ?? error).slice(0, 200) };
  }
  fs.writeSync(1, JSON.stringify(answer) + "\n");
}
process.exit(0);
