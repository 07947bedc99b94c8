#!/usr/bin/env python3
"""Edits a copy of a store with GDAL, like a crew's program, and prints what it did.

usage: edits.py STORE_OR_PACKAGE OUT.gpkg [--rounds N]

In every table it deletes rows, changes attributes, moves geometries, and adds rows with and without
geometry. Prints one JSON document {table: expected number of rows}. Needs osgeo.
"""
import argparse
import json
import random
import shutil
import sys
import uuid
import zipfile

from osgeo import gdal, ogr

gdal.UseExceptions()


def copy(source, target):
    if not zipfile.is_zipfile(source):
        shutil.copyfile(source, target)
        return
    with zipfile.ZipFile(source) as archive, archive.open("data.gpkg") as file:
        with open(target, "wb") as out:
            shutil.copyfileobj(file, out, 1 << 20)


def moved(generator, geometry):
    """Returns the geometry moved a little or far, unchanged, or None."""
    turn = generator.randrange(4)
    if turn == 0:
        return None
    if turn == 1:
        return geometry.Clone()
    far = generator.choice([1e-5, 0.1, 20])
    x, y = (generator.uniform(-far, far) for _ in range(2))
    other = geometry.Clone()
    shift(other, x, y)
    return other


def shift(geometry, x, y):
    for number in range(geometry.GetGeometryCount()):
        shift(geometry.GetGeometryRef(number), x, y)
    for number in range(geometry.GetPointCount()):
        geometry.SetPoint_2D(number, geometry.GetX(number) + x, geometry.GetY(number) + y)


def change(generator, feature, definition):
    """Returns a new value for a field without constraints."""
    number = generator.randrange(definition.GetFieldCount())
    field = definition.GetFieldDefn(number)
    if field.GetDomainName() or field.IsUnique() or field.GetName() in ("OBJECTID", "GlobalID"):
        return
    if field.GetType() == ogr.OFTString:
        text = generator.choice(["", "new \u00e9", "x" * 9_000, "<Null>"])
        feature.SetField(number, text[: field.GetWidth() or len(text)])
    elif field.GetType() == ogr.OFTReal:
        feature.SetField(number, generator.uniform(-1e9, 1e9))
    elif field.GetType() in (ogr.OFTInteger, ogr.OFTInteger64):
        feature.SetField(number, generator.randrange(1_000))
    elif field.GetType() == ogr.OFTDateTime:
        feature.SetField(number, 2026, 11, 20, 10, 11, 12.5, 100)


def fresh(generator, layer, pattern):
    feature = pattern.Clone()
    feature.SetFID(-1)
    number = layer.GetLayerDefn().GetFieldIndex("GlobalID")
    if number >= 0:
        name = str(uuid.UUID(int=generator.getrandbits(128), version=4)).upper()
        feature.SetField(number, "{%s}" % name)
    return feature


def edit(generator, layer, rounds):
    layer.ResetReading()
    ids = [feature.GetFID() for feature in layer]
    alive = set(ids)
    for _ in range(rounds):
        if not alive:
            break
        row = generator.choice(ids)
        if row not in alive:
            continue
        feature = layer.GetFeature(row)
        turn = generator.randrange(4)
        if turn == 0:
            layer.DeleteFeature(row)
            alive.discard(row)
        elif turn == 1:
            change(generator, feature, layer.GetLayerDefn())
            layer.SetFeature(feature)
        elif turn == 2:
            geometry = feature.GetGeometryRef()
            if geometry is not None:
                feature.SetGeometry(moved(generator, geometry))
                layer.SetFeature(feature)
        else:
            added = fresh(generator, layer, feature)
            layer.CreateFeature(added)
            alive.add(added.GetFID())
            ids.append(added.GetFID())
    return len(alive)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("store")
    parser.add_argument("out")
    parser.add_argument("--rounds", type=int, default=200)
    given = parser.parse_args()
    copy(given.store, given.out)
    generator = random.Random(7)
    data = gdal.OpenEx(given.out, gdal.OF_VECTOR | gdal.OF_UPDATE)
    rows = {}
    for number in range(data.GetLayerCount()):
        layer = data.GetLayer(number)
        # People don't edit mapping tables by hand.
        if layer.GetLayerDefn().GetFieldIndex("GlobalID") < 0:
            continue
        data.StartTransaction()
        rows[layer.GetName()] = edit(generator, layer, given.rounds)
        data.CommitTransaction()
    data = None
    json.dump(rows, sys.stdout)


main()
